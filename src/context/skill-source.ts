/** A strategy from a skillbook. */
export interface Skill {
  readonly id: string;
  readonly content: string;
  readonly section: string;
  /** From 0 to 1; one half when nothing is known about it. */
  readonly score: number;
}

/** Where curated skills come from; the memory only reads them. */
export interface SkillSource {
  skills(): Promise<readonly Skill[]>;
}

export const noSkills: SkillSource = { skills: async () => [] };

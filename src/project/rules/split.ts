import { ToolError } from '../../base/errors.ts';

/** What one part of a split waits for: existing tasks by number, its siblings as `$0`, `$1`, … */
export type SubtaskRef = readonly (number | string)[];

/** For each part, the places of the siblings it waits for; refuses references that lead nowhere or to itself. */
export function siblingPlaces(parts: readonly SubtaskRef[]): number[][] {
  return parts.map((refs, place) =>
    refs.flatMap((ref) => {
      if (typeof ref === 'number') return [];
      const target = Number(ref.slice(1));
      if (target < parts.length && target !== place) return [target];
      throw new ToolError(
        'invalid_argument',
        target === place
          ? `tasks.${place} depends on itself (${ref}).`
          : `tasks.${place} depends on ${ref}, and there are only $0 to $${parts.length - 1}.`,
        {
          details: [{ field: `tasks.${place}.depends_on`, message: ref }],
          hint: 'Count the tasks of this call from $0.',
        },
      );
    }),
  );
}

/** The parts nothing else waits for (who waited for the whole waits for these) and those that begin. */
export function leavesAndRoots(parts: readonly SubtaskRef[]): {
  leaves: number[];
  roots: number[];
} {
  const places = siblingPlaces(parts);
  const waitedFor = new Set(places.flat());
  const all = parts.map((_, place) => place);
  return {
    leaves: all.filter((place) => !waitedFor.has(place)),
    roots: all.filter((place) => places[place]?.length === 0),
  };
}

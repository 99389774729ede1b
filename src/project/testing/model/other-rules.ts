import { link, refuseIf, taskAt, type Who, type World } from './world.ts';

interface NamedFeature {
  readonly name: string;
}

/** What the tools for features, disciplines and notes do to the world, given an input that is well formed. */
export const otherRules = {
  create_feature(
    world: World,
    _: Who,
    input: { name: string; dependencies: readonly string[] },
  ): void {
    refuseIf(world.features.has(input.name));
    world.features.set(input.name, []);
    world.features.set(input.name, [...link(world.features, input.name, input.dependencies)]);
  },

  update_feature(
    world: World,
    _: Who,
    input: { name: string; dependencies?: readonly string[] | undefined },
  ): void {
    refuseIf(!world.features.has(input.name) || !input.dependencies);
    const wanted = input.dependencies ?? [];
    world.features.set(input.name, [...link(world.features, input.name, wanted)]);
  },

  delete_feature(world: World, _: Who, { name }: NamedFeature): void {
    refuseIf(!world.features.has(name));
    refuseIf([...world.tasks.values()].some((task) => task.feature === name));
    refuseIf([...world.features.values()].some((depends) => depends.includes(name)));
    world.features.delete(name);
    removeLearnings(world, (feature) => feature === name);
  },

  append_feature_learning(
    world: World,
    _: Who,
    input: { feature_name: string; text: string; task_id?: number | undefined },
  ): void {
    refuseIf(!world.features.has(input.feature_name));
    if (input.task_id !== undefined) taskAt(world, input.task_id);
    learn(world, input.feature_name, input.text, 1);
  },

  add_feature_context_file(world: World, _: Who, input: { feature_name: string }): void {
    refuseIf(!world.features.has(input.feature_name));
  },

  merge_features(world: World, _: Who, input: { source: string; target: string }): void {
    const { source, target } = input;
    const { features } = world;
    refuseIf(!features.has(source) || !features.has(target) || source === target);
    const gone = features.get(source) ?? [];
    const without = (names: readonly string[]) => names.filter((name) => name !== source);
    const joined = without([...(features.get(target) ?? []), ...gone]);
    features.set(source, []);
    features.set(target, []);
    const wanted = joined.filter((name) => name !== target);
    features.set(target, [...link(features, target, wanted)]);
    for (const [name, depends] of features) {
      if (name === target || !depends.includes(source)) continue;
      features.set(name, []);
      features.set(name, [...link(features, name, [...without(depends), target])]);
    }
    features.delete(source);
    for (const task of world.tasks.values()) if (task.feature === source) task.feature = target;
    const moved = world.learnings.filter(({ feature }) => feature === source);
    removeLearnings(world, (feature) => feature === source);
    for (const { text, hits } of moved) learn(world, target, text, hits);
  },

  move_task_to_feature(
    world: World,
    _: Who,
    input: { task_ids: readonly number[]; feature: string },
  ): void {
    refuseIf(!world.features.has(input.feature));
    for (const id of input.task_ids) taskAt(world, id).feature = input.feature;
  },

  create_discipline(world: World, _: Who, { name }: NamedFeature): void {
    refuseIf(world.disciplines.has(name));
    world.disciplines.add(name);
  },

  update_discipline(world: World, _: Who, { name }: NamedFeature): void {
    refuseIf(!world.disciplines.has(name));
  },

  delete_discipline(world: World, _: Who, { name }: NamedFeature): void {
    refuseIf(!world.disciplines.has(name));
    refuseIf([...world.tasks.values()].some((task) => task.discipline === name));
    world.disciplines.delete(name);
  },

  append_learning(): void {},
  append_progress(): void {},
};

/** The texts of the generator are the same only if they are equal. */
function learn(world: World, feature: string, text: string, hits: number): void {
  const known = world.learnings.find((one) => one.feature === feature && one.text === text);
  if (known) known.hits += hits;
  else world.learnings.push({ feature, text, hits });
}

function removeLearnings(world: World, gone: (feature: string) => boolean): void {
  const rest = world.learnings.filter(({ feature }) => !gone(feature));
  world.learnings.splice(0, world.learnings.length, ...rest);
}

/** Reading changes nothing; it is refused for what is not there. */
export const readRules = {
  list_tasks(
    world: World,
    _: Who,
    input: { filter_feature?: string | undefined; filter_discipline?: string | undefined },
  ): void {
    const { filter_feature: feature, filter_discipline: discipline } = input;
    refuseIf(feature !== undefined && !world.features.has(feature));
    refuseIf(discipline !== undefined && !world.disciplines.has(discipline));
  },
  get_task: readTask,
  get_dependency_details: readTask,
  search_tasks(world: World, _: Who, input: { filter_feature?: string | undefined }): void {
    refuseIf(input.filter_feature !== undefined && !world.features.has(input.filter_feature));
  },
  list_features(): void {},
  get_feature(world: World, _: Who, { name }: NamedFeature): void {
    refuseIf(!world.features.has(name));
  },
  get_feature_learnings(world: World, _: Who, input: { feature_name: string }): void {
    refuseIf(!world.features.has(input.feature_name));
  },
  list_disciplines(): void {},
  get_discipline(world: World, _: Who, { name }: NamedFeature): void {
    refuseIf(!world.disciplines.has(name));
  },
  get_project_info(): void {},
  get_project_progress(): void {},
  read_learnings(): void {},
  read_progress(): void {},
};

function readTask(world: World, who: Who, input: { id?: number | undefined }): void {
  taskAt(world, input.id ?? who.task);
}

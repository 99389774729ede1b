import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DependencyEdge, dependencyPath, describePath } from './dependency-path.ts';

const edge = (task: number, dependsOn: number): DependencyEdge => ({ task, dependsOn });

describe('dependencyPath', () => {
  it('finds the shortest way', () => {
    const edges = [edge(1, 2), edge(2, 3), edge(3, 4), edge(1, 5), edge(5, 4)];
    expect(dependencyPath(edges, 1, 4)).toEqual([1, 5, 4]);
    expect(dependencyPath(edges, 4, 1)).toBeUndefined();
    expect(dependencyPath([], 7, 7)).toEqual([7]);
  });

  it('ends on a graph that already has a cycle', () => {
    expect(dependencyPath([edge(1, 2), edge(2, 1)], 1, 9)).toBeUndefined();
  });

  it('finds a way exactly when one exists, and each of its steps is an edge', () => {
    const node = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node)), node, node, (pairs, start, goal) => {
        const edges = pairs.map(([task, dependsOn]) => edge(task, dependsOn));
        const reached = new Set([start]);
        for (let size = -1; size !== reached.size; ) {
          size = reached.size;
          for (const { task, dependsOn } of edges) if (reached.has(task)) reached.add(dependsOn);
        }
        const path = dependencyPath(edges, start, goal);
        expect(path !== undefined).toBe(reached.has(goal));
        for (const [i, task] of (path ?? []).slice(0, -1).entries()) {
          expect(edges).toContainEqual(edge(task, path?.[i + 1] ?? -1));
        }
      }),
    );
  });

  it('walks ten thousand tasks', () => {
    const edges = Array.from({ length: 10_000 }, (_, i) => edge(i, i + 1));
    expect(dependencyPath(edges, 0, 10_000)).toHaveLength(10_001);
  });
});

describe('describePath', () => {
  it('shows a short path whole and counts what it leaves out of a long one', () => {
    expect(describePath([7, 3, 7])).toBe('#7 → #3 → #7');
    const long = Array.from({ length: 100 }, (_, i) => i);
    expect(describePath(long)).toBe(
      '#0 → #1 → #2 → #3 → #4 → #5 → #6 → #7 → #8 → (89 more) → #98 → #99',
    );
  });
});

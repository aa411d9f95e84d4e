/** Nodes with the nodes that each leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Builds the graph of the given arrows; arrows from a node to itself are left out. */
export function graphOf(arrows: Iterable<{ readonly from: string; readonly to: string }>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of arrows) {
    if (from === to) continue;
    const targets = graph.get(from) ?? new Set<string>();
    targets.add(to);
    graph.set(from, targets);
  }
  return graph;
}

/** Finds the circles of a graph: each is the sorted list of nodes that lead to one another. */
export function findCircles(graph: Graph): string[][] {
  const reach = new Map([...graph.keys()].map((node) => [node, reachable(graph, node)]));
  const circles = new Map<string, string[]>();
  for (const [node, targets] of reach) {
    if (!targets.has(node)) continue;
    const circle = [...targets].filter((other) => reach.get(other)?.has(node) === true).toSorted();
    circles.set(circle[0] ?? node, circle);
  }
  return [...circles.values()];
}

function reachable(graph: Graph, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const target of graph.get(node) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}

// The assignment problem: assigns each row its own column so that the sum of the costs is minimal.

/**
 * Returns the column of each row of a square cost matrix. Uses the Hungarian method (shortest
 * augmenting paths with potentials; Jonker and Volgenant 1987) in O(n³). Of solutions with equal
 * sums it prefers low columns for low rows.
 */
export function assign(costs: readonly (readonly number[])[]): number[] {
  const size = costs.length;
  const rowPotential = new Array<number>(size + 1).fill(0);
  const columnPotential = new Array<number>(size + 1).fill(0);
  const rowOf = new Array<number>(size + 1).fill(0); // by column; rows and columns count from 1, 0 is none
  for (let row = 1; row <= size; row++) {
    const previous = new Array<number>(size + 1).fill(0);
    const slack = new Array<number>(size + 1).fill(Infinity);
    const visited = new Array<boolean>(size + 1).fill(false);
    let column = 0;
    rowOf[0] = row;
    do {
      visited[column] = true;
      const current = rowOf[column]!;
      let step = Infinity;
      let next = 0;
      for (let to = 1; to <= size; to++) {
        if (visited[to]) continue;
        const reduced =
          costs[current - 1]![to - 1]! - rowPotential[current]! - columnPotential[to]!;
        if (reduced < slack[to]!) {
          slack[to] = reduced;
          previous[to] = column;
        }
        if (slack[to]! < step) {
          step = slack[to]!;
          next = to;
        }
      }
      for (let to = 0; to <= size; to++)
        if (visited[to]) {
          rowPotential[rowOf[to]!]! += step;
          columnPotential[to]! -= step;
        } else slack[to]! -= step;
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      rowOf[column] = rowOf[previous[column]!]!;
      column = previous[column]!;
    }
  }
  const columns = new Array<number>(size).fill(0);
  for (let column = 1; column <= size; column++) columns[rowOf[column]! - 1] = column - 1;
  return columns;
}

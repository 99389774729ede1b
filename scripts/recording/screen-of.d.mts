export interface Cell {
  readonly text: string;
  readonly style: {
    readonly bold?: boolean;
    readonly dim?: boolean;
    readonly colour?: string | undefined;
  };
}

export function screenOf(bytes: string, columns: number): Cell[][];

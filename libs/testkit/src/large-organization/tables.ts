/** Database with the tables of all services, as a connection or a pool sees it. */
export interface Tables {
  query(statement: string, values: unknown[]): Promise<unknown>;
}

/** The servers of one test run. The PostgreSQL URL is the superuser's. */
export interface TestServers {
  /** Part of every name that this run makes on the servers, so that runs may share them. */
  readonly runId: string;
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
}

declare module "vitest" {
  interface ProvidedContext {
    testServers: TestServers;
  }
}

import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { standForCluster } from "./cluster-names.ts";

/** Runs something that connects as a pod does: by the names of the cluster, and believing in `authority`. */
export async function asClient<T>(authority: string, run: () => Promise<T>): Promise<T> {
  const before = getCACertificates();
  const takeBack = standForCluster();
  setDefaultCACertificates([...before, authority]);
  try {
    return await run();
  } finally {
    setDefaultCACertificates(before);
    takeBack();
  }
}

import { standForCluster } from "./cluster-names.ts";

standForCluster();

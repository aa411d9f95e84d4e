import { checkChart } from "./chart/check-chart.ts";
import { checkCluster } from "./cluster/check-cluster.ts";
import { checkDescribedOperations } from "./contract/described-operations.ts";
import { checkRecordedExamples } from "./contract/recorded-examples.ts";
import { checkSectionFiles } from "./contract/section-files.ts";
import { checkTestedOperations } from "./contract/tested-operations.ts";
import { checkAdrs } from "./generated/adr-index.ts";
import { checkGenerated, writeGenerated } from "./generated/check-generated.ts";
import { checkCitedSections } from "./house/cited-sections.ts";
import { checkCommentForm } from "./house/comment-form.ts";
import { checkCommentWidth } from "./house/comment-width.ts";
import { checkDocumentedExports } from "./house/documented-exports.ts";
import { checkFieldCost } from "./house/field-cost.ts";
import { checkFileNames } from "./house/file-names.ts";
import { checkHomes } from "./house/homes.ts";
import { checkLockFile } from "./house/lock-file.ts";
import { checkLogMessages } from "./house/log-messages.ts";
import { checkMarks } from "./house/marks.ts";
import { checkMigrations } from "./house/migrations.ts";
import { checkNeverCasts } from "./house/never-casts.ts";
import { checkOutsideDocuments } from "./house/outside-documents.ts";
import { checkPageSizes } from "./house/page-sizes.ts";
import { checkPlainWords } from "./house/plain-words.ts";
import { checkReferences } from "./house/references.ts";
import { checkSkippedTests } from "./house/skipped-tests.ts";
import { checkSuppressions } from "./house/suppressions.ts";
import { checkTestTitles } from "./house/test-titles.ts";
import { checkTranslations } from "./house/translations.ts";
import { checkWholeImports } from "./house/whole-imports.ts";
import { checkImage } from "./image/check-image.ts";
import { checkK8s } from "./k8s/check-k8s.ts";
import { checkCircles } from "./layers/check-circles.ts";
import { checkFolderOrder } from "./layers/check-folder-order.ts";
import { checkFolderSizes } from "./layers/check-folder-sizes.ts";
import { checkImports } from "./layers/check-imports.ts";
import { checkManifests } from "./layers/check-manifests.ts";
import { checkOperationFiles } from "./layers/check-operation-files.ts";
import { checkAlerts } from "./metrics/check-alerts.ts";
import { checkDashboards } from "./metrics/check-dashboards.ts";
import { type Check, formatProblem } from "./problem.ts";
import { checkSnippets } from "./snippets/check-snippets.ts";

const programs: Readonly<Record<string, readonly Check[]>> = {
  layers: [
    checkManifests,
    checkImports,
    checkCircles,
    checkFolderOrder,
    checkFolderSizes,
    checkOperationFiles,
  ],
  house: [
    checkAlerts,
    checkCitedSections,
    checkCommentForm,
    checkCommentWidth,
    checkDashboards,
    checkDescribedOperations,
    checkDocumentedExports,
    checkFieldCost,
    checkFileNames,
    checkHomes,
    checkLockFile,
    checkLogMessages,
    checkMarks,
    checkMigrations,
    checkNeverCasts,
    checkOutsideDocuments,
    checkPageSizes,
    checkRecordedExamples,
    checkPlainWords,
    checkReferences,
    checkSectionFiles,
    checkSkippedTests,
    checkSuppressions,
    checkTestTitles,
    checkTestedOperations,
    checkTranslations,
    checkWholeImports,
  ],
  generated: [checkAdrs, checkGenerated],
  snippets: [checkSnippets],
  k8s: [checkK8s, checkChart],
  image: [checkImage],
  cluster: [checkCluster],
  // Not a check: writes what `generated` compares.
  generate: [writeGenerated],
};

const name = process.argv[2] ?? "";
const chosen = programs[name];
if (chosen === undefined) {
  console.error(`There is no "${name}". Known are ${Object.keys(programs).join(", ")}.`);
  process.exit(2);
}
const results = await Promise.all(chosen.map(async (check) => check(process.cwd())));
const problems = results.flat();
for (const problem of problems) {
  console.log(formatProblem(problem));
}
console.log(`${name}: ${problems.length === 0 ? "no problems" : `${problems.length} problems`}`);
process.exitCode = problems.length === 0 ? 0 : 1;

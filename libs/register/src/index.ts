export { fieldBytes, type Fields, Json, remembered, rememberedFields } from "./fields.ts";
export {
  type RegisterAsk,
  type RegisterMemory,
  type RegisterRead,
  RegisterReads,
} from "./register-reads.ts";
export {
  askedSections,
  renderSections,
  rowsOfSections,
  type Sections,
  sectionsOf,
} from "./section.ts";
export { type Batch, rowsOfOrganization, rowsOfUser, type SectionRows } from "./section-rows.ts";

import { roles } from "@team-chat/contract";

import { type Resource, urns } from "./resources.ts";

interface Declared {
  readonly type?: "boolean" | "complex" | "dateTime" | "reference" | "string";
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: "immutable" | "readOnly" | "readWrite";
  readonly returned?: "always" | "default";
  readonly uniqueness?: "none" | "server";
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Resource[];
}

/** Describes one attribute, with all characteristics that RFC 7643 has. */
function attribute(name: string, description: string, declared: Declared = {}): Resource {
  const { type = "string" } = declared;
  return {
    name,
    type,
    multiValued: false,
    description,
    required: false,
    mutability: "readWrite",
    returned: "default",
    ...(type === "complex" ? {} : { caseExact: false, uniqueness: "none" }),
    ...declared,
  };
}

const readOnly = { mutability: "readOnly" } as const;

const person: readonly Resource[] = [
  attribute("userName", "E-mail address with which the person logs in.", {
    required: true,
    uniqueness: "server",
  }),
  attribute("name", "Name of the person.", {
    type: "complex",
    subAttributes: [
      attribute("formatted", "The whole name, as everybody sees it."),
      attribute("givenName", "The first word of it."),
      attribute("familyName", "The rest of it."),
    ],
  }),
  attribute(
    "displayName",
    "The whole name. Names a new person for whom 'name' is missing.",
    readOnly,
  ),
  attribute("emails", "The e-mail address.", {
    ...readOnly,
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The address.", readOnly),
      attribute("type", "Always work.", readOnly),
      attribute("primary", "Always true.", { ...readOnly, type: "boolean" }),
    ],
  }),
  attribute("active", "Whether the person may log in.", { type: "boolean" }),
  attribute("role", "What the person may do.", { canonicalValues: Object.keys(roles) }),
  attribute("roles", "The role as a list of one.", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "What the person may do.", { canonicalValues: Object.keys(roles) }),
      attribute("primary", "Always true.", { ...readOnly, type: "boolean" }),
    ],
  }),
];

const group: readonly Resource[] = [
  attribute("displayName", "Name of the group.", { required: true, uniqueness: "server" }),
  attribute("members", "People who are directly in the group.", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "Id of the person.", { mutability: "immutable", caseExact: true }),
      attribute("$ref", "Address of the person.", {
        type: "reference",
        referenceTypes: ["User"],
        mutability: "immutable",
        caseExact: true,
      }),
      attribute("display", "Name of the person.", readOnly),
      attribute("type", "Always User.", { mutability: "immutable", canonicalValues: ["User"] }),
    ],
  }),
];

interface Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Resource[];
}

const schemas: readonly Described[] = [
  { id: urns.user, name: "User", description: "A person", attributes: person },
  { id: urns.group, name: "Group", description: "A user group", attributes: group },
];

/** Describes the attributes of people and groups. */
export function presentSchemas(base: string): readonly Resource[] {
  return schemas.map((schema) => ({
    schemas: [urns.schema],
    ...schema,
    meta: { resourceType: "Schema", location: `${base}/Schemas/${schema.id}` },
  }));
}

/** Describes the kinds of resources. */
export function presentResourceTypes(base: string): readonly Resource[] {
  return schemas.map(({ description, id, name }) => ({
    schemas: [urns.resourceType],
    id: name,
    name,
    endpoint: `/${name}s`,
    description,
    schema: id,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
  }));
}

/** Describes what of SCIM there is. */
export function presentProviderConfig(base: string, maxResults: number): Resource {
  return {
    schemas: [urns.config],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description:
          "A token that an owner of the organization or the operator of the server makes.",
        specUri: "https://www.rfc-editor.org/info/rfc6750",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

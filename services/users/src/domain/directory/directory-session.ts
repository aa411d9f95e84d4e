import {
  AndFilter,
  type Client,
  type Entry,
  ConstraintViolationError,
  EqualityFilter,
  type Filter,
  FilterParser,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  OrFilter,
  UnwillingToPerformError,
} from "ldapts";

import type { OpenDirectory } from "../../values/directory-settings.ts";
import { type Bounds, connectTo } from "./connect.ts";
import { DirectoryFailure, failureOf } from "./directory-failure.ts";
import { comparableDn } from "./names.ts";
import {
  askedAttributes,
  type DirectoryPerson,
  groupsClaim,
  personOf,
  subjectValue,
  textsOf,
  valuesOf,
} from "./person.ts";

/** Most people of a directory, and most groups. */
const maxEntries = 50_000;
const pageSize = 500;
const timeLimitSeconds = 10;

/** Answers of directories to somebody who cannot bind, for whatever reason. */
const refusedBinds = [
  InvalidCredentialsError,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  ConstraintViolationError,
  UnwillingToPerformError,
];

/** A search that finds one entry at most. */
interface Single {
  readonly base: string;
  readonly scope: "base" | "sub";
  readonly filter: Filter;
}

/** One connection to a directory. What it throws are `DirectoryFailure`s. */
export class DirectorySession implements AsyncDisposable {
  readonly #client: Client;
  readonly #directory: OpenDirectory;

  private constructor(client: Client, directory: OpenDirectory) {
    this.#client = client;
    this.#directory = directory;
  }

  static async open(directory: OpenDirectory, bounds: Bounds): Promise<DirectorySession> {
    return new DirectorySession(await asked(connectTo(directory, bounds)), directory);
  }

  /** Acts from now on as the account that searches. */
  async bindAsSearcher(): Promise<void> {
    const { bindDn, bindPassword } = this.#directory;
    if (bindDn === undefined || bindPassword === null)
      throw new DirectoryFailure("There is no account that searches");
    await asked(this.#client.bind(bindDn, bindPassword));
  }

  /** Acts from now on as somebody; false when the password is wrong, or they may not log in. */
  async bindAs(dn: string, password: string): Promise<boolean> {
    // Without a password a directory says yes to everybody (RFC 4513, section 5.1.2).
    if (password === "") return false;
    try {
      await this.#client.bind(dn, password);
      return true;
    } catch (error) {
      if (refusedBinds.some((refused) => error instanceof refused)) return false;
      throw failureOf(error);
    }
  }

  /** Finds somebody by the name with which they log in; null also when there are several. */
  findByName(username: string): Promise<DirectoryPerson | null> {
    const { base, loginAttributes } = this.#directory;
    const names = loginAttributes.map(
      (attribute) => new EqualityFilter({ attribute, value: username }),
    );
    return this.#findPerson({ base, scope: "sub", filter: new OrFilter({ filters: names }) });
  }

  /** Finds the person of an entry; null when it is nobody who may be here. */
  findByDn(dn: string): Promise<DirectoryPerson | null> {
    const filter = FilterParser.parseString("(objectClass=*)");
    return this.#findPerson({ base: dn, scope: "base", filter });
  }

  /** Finds somebody whom we know. */
  findBySubject(subject: string): Promise<DirectoryPerson | null> {
    const { attributes, base } = this.#directory;
    const value = subjectValue(this.#directory, subject);
    const filter = new EqualityFilter({ attribute: attributes.id, value });
    return this.#findPerson({ base, scope: "sub", filter });
  }

  /** Loads somebody's picture; null when there is none. */
  async loadPicture(dn: string): Promise<Buffer | null> {
    const { avatar } = this.#directory.attributes;
    if (avatar === null) return null;
    const search = this.#client.search(dn, {
      scope: "base",
      attributes: [avatar],
      // Servers answer with the spelling of their schema.
      explicitBufferAttributes: [avatar, "jpegPhoto", "thumbnailPhoto"],
      timeLimit: timeLimitSeconds,
    });
    const { searchEntries } = await asked(search);
    const [entry] = searchEntries;
    const [picture] = entry === undefined ? [] : valuesOf(entry, avatar);
    return picture === undefined || picture.length === 0 ? null : picture;
  }

  /** Lists everybody who may be here. @throws DirectoryFailure when there are too many */
  async listPeople(): Promise<readonly DirectoryPerson[]> {
    const { base } = this.#directory;
    const groups = await this.#listGroups();
    const filter = this.#peopleFilter();
    const attributes = askedAttributes(this.#directory);
    const people = await this.#list({ base, filter, attributes });
    return people.flatMap((entry) => {
      const person = personOf(this.#directory, entry);
      if (person === null || groups === null) return person === null ? [] : [person];
      return [
        withGroups(
          person,
          this.#memberNames(person).flatMap((one) => groups.get(one) ?? []),
        ),
      ];
    });
  }

  async #findPerson({ base, filter, scope }: Single): Promise<DirectoryPerson | null> {
    const search = this.#client.search(base, {
      scope,
      filter: new AndFilter({ filters: [this.#peopleFilter(), filter] }),
      attributes: askedAttributes(this.#directory),
      explicitBufferAttributes: [this.#directory.attributes.id, "objectGUID"],
      // One more than is wanted, to see that it is not the only one.
      sizeLimit: 2,
      timeLimit: timeLimitSeconds,
    });
    const { searchEntries } = await asked(search);
    const [entry, ...others] = searchEntries;
    if (entry === undefined || others.length > 0) return null;
    const person = personOf(this.#directory, entry);
    return person === null ? null : this.#withOwnGroups(person);
  }

  async #withOwnGroups(person: DirectoryPerson): Promise<DirectoryPerson> {
    const { groups } = this.#directory;
    if (groups === undefined) return person;
    const isMember = this.#memberValues(person).map(
      (value) => new EqualityFilter({ attribute: groups.member, value }),
    );
    if (isMember.length === 0) return withGroups(person, []);
    const filters = [FilterParser.parseString(groups.filter), new OrFilter({ filters: isMember })];
    const filter = new AndFilter({ filters });
    const found = await this.#list({ base: groups.base, filter, attributes: [groups.name] });
    return withGroups(
      person,
      found.flatMap((entry) => textsOf(entry, groups.name)),
    );
  }

  /** Lists the names of groups by member; null when groups are not searched for. */
  async #listGroups(): Promise<ReadonlyMap<string, readonly string[]> | null> {
    const { groups } = this.#directory;
    if (groups === undefined) return null;
    const { base, member, name } = groups;
    const filter = FilterParser.parseString(groups.filter);
    const byMember = new Map<string, string[]>();
    for (const entry of await this.#list({ base, filter, attributes: [name, member] })) {
      const names = textsOf(entry, name);
      for (const value of textsOf(entry, member)) {
        const key = groups.holds === undefined ? comparableDn(value) : value.toLowerCase();
        byMember.set(key, [...(byMember.get(key) ?? []), ...names]);
      }
    }
    return byMember;
  }

  /** Returns what stands in a group for somebody. */
  #memberValues({ claims, dn }: DirectoryPerson): readonly string[] {
    const holds = this.#directory.groups?.holds;
    return holds === undefined ? [dn] : (claims[holds] ?? []);
  }

  #memberNames(person: DirectoryPerson): readonly string[] {
    const isDn = this.#directory.groups?.holds === undefined;
    const values = this.#memberValues(person);
    return values.map((value) => (isDn ? comparableDn(value) : value.toLowerCase()));
  }

  #peopleFilter(): Filter {
    return FilterParser.parseString(this.#directory.people);
  }

  #list(listing: Listing): Promise<readonly Entry[]> {
    return asked(this.#listPages(listing));
  }

  async #listPages({ attributes, base, filter }: Listing): Promise<readonly Entry[]> {
    const pages = this.#client.searchPaginated(base, {
      scope: "sub",
      filter,
      attributes: [...attributes],
      explicitBufferAttributes: [this.#directory.attributes.id, "objectGUID"],
      paged: { pageSize },
      timeLimit: timeLimitSeconds,
    });
    const all: Entry[] = [];
    for await (const { searchEntries } of pages) {
      all.push(...searchEntries);
      if (all.length > maxEntries)
        throw new DirectoryFailure(`The directory has more than ${maxEntries} entries there`);
    }
    return all;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.unbind().catch(() => undefined);
  }
}

interface Listing {
  readonly base: string;
  readonly filter: Filter;
  readonly attributes: readonly string[];
}

/** Waits for an answer of the directory. @throws DirectoryFailure */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw failureOf(error);
  }
}

function withGroups(person: DirectoryPerson, names: readonly string[]): DirectoryPerson {
  return { ...person, claims: { ...person.claims, [groupsClaim]: [...new Set(names)] } };
}

import { type UriVariables, uriMatcher } from './uri-template.ts';

export type ResourceContent = {
  readonly mimeType?: string;
  /** Facts about the content that are not the content: the file it came from, what was cut. */
  readonly meta?: Readonly<Record<string, unknown>>;
} & ({ readonly text: string } | { readonly blob: Uint8Array });

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

/** Stops a watch. */
export type Release = () => void;

interface ResourceFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface ResourceSpec<Services> extends ResourceFacts {
  /** Exactly one of the two: a fixed address, or one with `{name}` places. */
  readonly uri?: string;
  readonly uriTemplate?: string;
  /** For templates: the members worth listing. */
  list?(services: Services): Promise<readonly ListedResource[]>;
  read(variables: UriVariables, services: Services): Promise<ResourceContent>;
  /** Calls `notify` after each change, for as long as somebody subscribes. */
  watch?(variables: UriVariables, services: Services, notify: () => void): Release;
  /** Suggestions for a template's variable. */
  complete?(variable: string, value: string, services: Services): Promise<readonly string[]>;
}

/** A resource as the server serves it: data, and the ways to read it. */
export interface Resource extends ResourceFacts {
  readonly uri: string | undefined;
  readonly uriTemplate: string | undefined;
  /** The variables of a URI that belongs to this resource. */
  match(uri: string): UriVariables | undefined;
  list(): Promise<readonly ListedResource[]>;
  read(variables: UriVariables): Promise<ResourceContent>;
  readonly watch: ((variables: UriVariables, notify: () => void) => Release) | undefined;
  readonly complete: ((variable: string, value: string) => Promise<readonly string[]>) | undefined;
}

export interface ResourceDefinition<Services> {
  bind(services: Services): Resource;
}

export function defineResource<Services>(
  spec: ResourceSpec<Services>,
): ResourceDefinition<Services> {
  const address = spec.uri ?? spec.uriTemplate;
  if (address === undefined || (spec.uri !== undefined && spec.uriTemplate !== undefined)) {
    throw new Error(`resource ${spec.name}: give either uri or uriTemplate`);
  }
  const match = uriMatcher(address);
  const { uri, uriTemplate, name, title, description, mimeType, watch, complete } = spec;
  return {
    bind: (services) => ({
      uri,
      uriTemplate,
      name,
      title,
      description,
      mimeType,
      match,
      list: async () => {
        if (uri !== undefined) return [{ uri, name, title, description, mimeType }];
        return spec.list ? spec.list(services) : [];
      },
      read: (variables) => spec.read(variables, services),
      watch: watch && ((variables, notify) => watch.call(spec, variables, services, notify)),
      complete: complete && ((variable, value) => complete.call(spec, variable, value, services)),
    }),
  };
}

/** The resource a URI belongs to, with the variables in it. */
export function findResource(
  resources: readonly Resource[],
  uri: string,
): { readonly resource: Resource; readonly variables: UriVariables } | undefined {
  for (const resource of resources) {
    const variables = resource.match(uri);
    if (variables) return { resource, variables };
  }
  return undefined;
}

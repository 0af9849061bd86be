export * from './core/registered-types.ts'
export type * from './fastify/augment.ts'
export type {
  MaybePromise,
  Closure,
  Input,
  PageInput,
  PageOptions,
  SharedInput,
} from './core/prop-types.ts'
export type { FlashData, Errors, FieldErrors, ErrorMessages } from './core/flash.ts'
export type { PropMetadata, Page, ScrollState } from './core/page.ts'
export type { ScrollPage } from './core/props.ts'
export type {
  FlashStore,
  DocumentParts,
  InertiaOptions,
  Rendered,
} from './fastify/inertia-options.ts'
export { always, deepMerge, defer, merge, once, optional, Prop, scroll } from './core/props.ts'
export { InertiaRequest, isBagName } from './core/inertia-request.ts'
export { embedPage } from './core/embed-page.ts'
export { requestedErrors } from './core/precognition.ts'
export type { PageArguments } from './core/prop-types.ts'
export { type ResolveOptions, type ResolvedProps, resolveProps } from './core/resolve-props.ts'
export { inertia } from './fastify/plugin.ts'
export { jsonBody } from './fastify/json-body.ts'

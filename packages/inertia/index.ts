export * from './core/register.ts'
export type * from './fastify/augment.ts'
export type {
  Awaitable,
  Closure,
  Input,
  PageInput,
  PageOptions,
  SharedInput,
} from './core/inputs.ts'
export type { Carried, Errors, FieldErrors, Message } from './core/carried.ts'
export type { Labels, Page, ScrollState } from './core/page.ts'
export type { ScrollPage } from './core/props.ts'
export type { CarriedStore, DocumentParts, InertiaOptions, Rendered } from './fastify/options.ts'
export { always, deepMerge, defer, merge, once, optional, Prop, scroll } from './core/props.ts'
export { Facts, isBagName } from './core/facts.ts'
export { embedPage } from './core/embed.ts'
export { errorsAskedFor } from './core/precognition.ts'
export type { PageArguments } from './core/inputs.ts'
export { type Inquiry, type Resolution, resolveProps } from './core/resolve-props.ts'
export { inertia } from './fastify/plugin.ts'
export { jsonBody } from './fastify/json-body.ts'

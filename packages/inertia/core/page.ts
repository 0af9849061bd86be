export interface ScrollState {
  pageName: string
  previousPage: string | number | null
  nextPage: string | number | null
  currentPage: string | number | null
  reset: boolean
}

/** What the client is to do with the props; a part that has nothing to say is absent. */
export interface PropMetadata {
  mergeProps?: string[]
  prependProps?: string[]
  deepMergeProps?: string[]
  matchPropsOn?: string[]
  deferredProps?: Record<string, string[]>
  rescuedProps?: string[]
  scrollProps?: Record<string, ScrollState>
  onceProps?: Record<string, { prop: string; expiresAt: number | null }>
}

/** The page object, as it travels. */
export interface Page extends PropMetadata {
  component: string
  props: Record<string, unknown>
  /** Path and query as they were asked for: no origin, no fragment. */
  url: string
  /** '' when the application has no version. */
  version: string
  sharedProps?: string[]
  flash?: Record<string, unknown>
  encryptHistory?: true
  clearHistory?: true
  preserveFragment?: true
}

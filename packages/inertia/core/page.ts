export interface ScrollState {
  pageName: string
  previousPage: string | number | null
  nextPage: string | number | null
  currentPage: string | number | null
  reset: boolean
}

/** Instructions to the client for handling props; empty ones are left out. */
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

export interface Page extends PropMetadata {
  component: string
  props: Record<string, unknown>
  /** The requested path and query, without origin and fragment. */
  url: string
  /** '' when the application has no version. */
  version: string
  /** Filled in by the client, which keeps both in the browser's history. */
  scrollRegions: []
  rememberedState: Record<string, never>
  sharedProps?: string[]
  flash?: Record<string, unknown>
  encryptHistory?: true
  clearHistory?: true
  preserveFragment?: true
}

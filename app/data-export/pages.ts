export interface DataExport {
  state: 'working' | 'ready' | 'failed'
  /** Files done of `total`, which is 0 until the export has started. */
  done: number
  total: number
  bytes: number | null
  requestedAt: string
  expiresAt: string | null
}

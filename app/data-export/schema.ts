export interface DataExportSchema {
  data_exports: DataExportsTable
}

/** The account's only data export; a new one replaces it. */
export interface DataExportsTable {
  user_id: string
  id: string
  state: 'working' | 'ready' | 'failed'
  done: number
  total: number
  bytes: number | null
  created_at: number
  touched_at: number
  /** When the file is deleted; null until ready. */
  expires_at: number | null
}

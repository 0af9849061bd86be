/** Every column encrypted with the application key, for key rotation. A test finds a missing column. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'sessions', column: 'carried_sealed', purpose: 'carried', idColumn: 'id' },
  { table: 'one_time_tokens', column: 'payload_sealed', purpose: 'one-time-token', idColumn: 'id' },
  {
    table: 'users',
    column: 'two_factor_secret_sealed',
    purpose: 'two-factor',
    idColumn: 'id',
  },
  {
    table: 'two_factor_setups',
    column: 'secret_sealed',
    purpose: 'two-factor-setup',
    idColumn: 'id',
  },
  { table: 'jobs', column: 'payload_sealed', purpose: 'job', idColumn: 'id' },
  { table: 'record_keys', column: 'key_sealed', purpose: 'record-key', idColumn: 'name' },
  { table: 'key_checks', column: 'probe_sealed', purpose: 'key-check', idColumn: 'id' },
]

export interface EncryptedColumn {
  table: string
  column: string
  purpose: string
  /** The unique column to which each value is bound as associated data. */
  idColumn: string
}

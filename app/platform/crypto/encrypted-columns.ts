import { passwordHashColumn } from './stored-password.ts'

/** The columns encrypted with the application key, for key rotation; features add theirs. A test finds a missing column. */
export const coreEncryptedColumns: readonly EncryptedColumn[] = [
  { table: 'sessions', column: 'carried_sealed', purpose: 'carried', idColumn: 'id' },
  { table: 'one_time_tokens', column: 'payload_sealed', purpose: 'one-time-token', idColumn: 'id' },
  { table: 'mailed_codes', column: 'payload_sealed', purpose: 'mailed-code', idColumn: 'id' },
  { table: 'jobs', column: 'payload_sealed', purpose: 'job', idColumn: 'id' },
  { table: 'record_keys', column: 'key_sealed', purpose: 'record-key', idColumn: 'name' },
  passwordHashColumn,
  { table: 'key_checks', column: 'probe_sealed', purpose: 'key-check', idColumn: 'id' },
]

export interface EncryptedColumn {
  table: string
  column: string
  purpose: string
  /** The unique column to which each value is bound as associated data. */
  idColumn: string
  /** Recognizes a value that an earlier version stored unencrypted; `key:rotate` encrypts it. */
  isPlaintext?(value: string): boolean
}

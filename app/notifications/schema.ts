export interface NotificationsSchema {
  notifications: NotificationsTable
}

/** The notifications of an account in the application. */
export interface NotificationsTable {
  /** Sorts by time. */
  id: string
  user_id: string
  /** A type of app/notification-types.ts. */
  type: string
  /** JSON; the values of its title and its link. */
  data: string
  created_at: number
  /** Null until read. */
  read_at: number | null
}

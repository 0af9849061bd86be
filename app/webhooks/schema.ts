export interface WebhooksSchema {
  webhook_endpoints: WebhookEndpointsTable
  webhook_deliveries: WebhookDeliveriesTable
}

/** URLs that receive events. */
export interface WebhookEndpointsTable {
  id: string
  /**
   * Null for an endpoint of the operator, which receives the events of all accounts and teams. No foreign key, because the webhooks
   * feature does not know the table of teams.
   */
  team_id: string | null
  url: string
  /** JSON list; empty is every type. */
  event_types: string
  secret_sealed: string
  /** The secret before the last rotation, and when it stops signing. */
  previous_secret_sealed: string | null
  previous_ends_at: number | null
  /** The first failed attempt since the last successful one. */
  failing_since: number | null
  /** While it fails: when the next delivery may try it. */
  next_probe_at: number | null
  disabled_at: number | null
  created_at: number
  /** The member of the team who last added or enabled it, or replaced its secret; null when that is not known. */
  changed_by: string | null
  /** The member who chose its address. */
  added_by: string | null
  /** The member who was shown its secret. */
  secret_by: string | null
}

export interface WebhookDeliveriesTable {
  /** The id of the message, `msg_…`; sorts by creation time. */
  id: string
  /** The same for all endpoints that receive the event. */
  event_id: string
  endpoint_id: string
  /** The account that the payload is about; null for `user.deleted` and for teams. */
  user_id: string | null
  type: string
  /** The body, exactly as it is signed. */
  payload: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  /** Null for a pending one that has no job, and waits for `releaseWaitingMessagesJob`. */
  next_attempt_at: number | null
  last_status: number | null
  last_error: string | null
  created_at: number
}

export interface WebhookEndpointRow {
  id: string
  url: string
  /** Empty subscribes to every type. */
  eventTypes: readonly string[]
  disabledAt: string | null
  failingSince: string | null
  /** When the previous secret stops signing; null unless two secrets sign. */
  previousEndsAt: string | null
}

export interface WebhookDeliveryRow {
  id: string
  url: string
  type: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  lastError: string | null
  createdAt: string
}

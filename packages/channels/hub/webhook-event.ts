/** An event for webhooks and `onWebhookEvent`. One node emits each. */
export type WebhookEvent =
  | { name: 'channel_occupied' | 'channel_vacated' | 'cache_miss'; channel: string }
  | { name: 'member_added' | 'member_removed'; channel: string; user_id: string }
  | { name: 'subscription_count'; channel: string; subscription_count: number }
  | {
      name: 'client_event'
      channel: string
      event: string
      data: unknown
      socket_id: string
      user_id?: string
    }

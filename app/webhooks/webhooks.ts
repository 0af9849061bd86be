export { hostOfEndpoint } from './endpoint-url.ts'
export {
  enabledWebhooksBy,
  endpointAuthors,
  replaceEndpointAuthor,
  setEndpointAuthor,
  teamsWithWebhooksBy,
} from './endpoint-authors.ts'
export { DeliveryPageParams, deliveryPage } from './delivery-page.ts'
export { listDeliveries, replayDelivery, replayOwnDelivery } from './deliveries.ts'
export { webhookEndpointRow, webhookEndpointRows } from './webhook-endpoint-rows.ts'
export {
  createWebhookEndpoint,
  deleteEndpoint,
  type Endpoint,
  findWebhookEndpoint,
  listWebhookEndpoints,
  rotateSecret,
  setEndpointEnabled,
} from './webhook-endpoints.ts'

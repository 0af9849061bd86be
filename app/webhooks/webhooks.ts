export { DeliveryPageParams, deliveryPage } from './delivery-page.ts'
export { listDeliveries, replayDelivery, replayOwnDelivery } from './deliveries.ts'
export { webhookEndpointRow, webhookEndpointRows } from './webhook-endpoint-rows.ts'
export {
  createWebhookEndpoint,
  deleteEndpoint,
  findWebhookEndpoint,
  listWebhookEndpoints,
  rotateSecret,
  setEndpointEnabled,
} from './webhook-endpoints.ts'

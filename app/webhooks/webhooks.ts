export { hostOfEndpoint } from './endpoint-url.ts'
export { DeliveryPageParams, deliveryPage } from './delivery-page.ts'
export { listDeliveries, replayDelivery, replayOwnDelivery } from './deliveries.ts'
export { webhookEndpointRow, webhookEndpointRows } from './webhook-endpoint-rows.ts'
export {
  createWebhookEndpoint,
  deleteEndpoint,
  endpointsChangedBy,
  findWebhookEndpoint,
  listWebhookEndpoints,
  rotateSecret,
  setEndpointChangedBy,
  setEndpointEnabled,
} from './webhook-endpoints.ts'

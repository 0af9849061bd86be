export { DeliveryPageParams, deliveryPage } from './delivery-page.ts'
export { listDeliveries, replayDelivery, replayOwnDelivery } from './deliveries.ts'
export { endpointRow, endpointRows } from './endpoint-rows.ts'
export {
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  listEndpoints,
  rotateSecret,
  setEndpointEnabled,
} from './endpoints.ts'

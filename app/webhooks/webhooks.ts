export {
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  listEndpoints,
  rotateSecret,
  setEndpointEnabled,
} from './endpoints.ts'
export { hasDelivery, listDeliveries, replayDelivery } from './deliveries.ts'

export {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  rotateSecret,
  setEndpointEnabled,
} from './endpoints.ts'
export { listDeliveries, replayDelivery } from './deliveries.ts'

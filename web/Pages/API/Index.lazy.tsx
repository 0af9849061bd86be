export { ApiTokenManager as default } from './Partials/ApiTokenManager.tsx'

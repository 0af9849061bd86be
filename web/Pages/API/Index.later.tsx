export { ApiTokenManager as default } from '#web/Pages/API/Partials/ApiTokenManager.tsx'

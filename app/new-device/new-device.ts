export { issueDeviceCode, sendFirstDeviceCode } from './send-device-code.ts'

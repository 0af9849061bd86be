declare module '@20minutes/s3rver' {
  export default class S3Server {
    constructor(options: {
      directory: string
      silent: boolean
      address: string
      port: number
      configureBuckets: { name: string }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}

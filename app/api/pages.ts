export interface ApiPages {
  'API/Reference': {
    endpoints: ApiEndpoint[]
    /** Errors that mean the same at every endpoint, by status. */
    commonErrors: [status: string, meaning: string][]
    /** An example of an error's body. */
    errorExample: string
    limits: { perToken: number; perIp: number }
    /** A prop, because the route table of guests lacks the route. */
    openApiUrl: string
    tokensUrl: string
  }
}

/** In the reader's language. */
export interface ApiEndpoint {
  /** Also the URL fragment. */
  id: string
  title: string
  description: string
  method: string
  path: string
  permission: string
  /** Parameters of the path and the query. */
  parameters: ApiField[]
  body: ApiField[]
  answer: ApiField[]
  /** A request with curl. */
  requestExample: string
  answerStatus: string
  /** JSON; null without a body. */
  answerExample: string | null
  /** Other errors than the common ones, by status. */
  errors: [status: string, meaning: string][]
}

export interface ApiField {
  /** Such as `data[].name`. */
  name: string
  /** Such as `string | null`. */
  type: string
  meaning: string
  isRequired: boolean
  /** Fields of the object, or of each object of the list. */
  fields: ApiField[]
}

import {
  HttpCancelledError,
  HttpNetworkError,
  XhrHttpClient,
  type HttpRequestConfig,
  type HttpResponse,
} from '@inertiajs/core'

class NetworkError extends HttpNetworkError {
  override readonly name = 'NetworkError'
}

class TimeoutError extends HttpNetworkError {
  override readonly name = 'TimeoutError'
  override readonly code = 'ERR_TIMEOUT'
}

class UnsupportedProtocolError extends HttpNetworkError {
  override readonly name = 'UnsupportedProtocolError'
  override readonly code = 'ERR_PROTOCOL'
}

class AbortedError extends HttpCancelledError {
  override readonly name = 'AbortedError'
}

/** Sends visits, and says which of four things went wrong when no answer came. */
export class HttpClient extends XhrHttpClient {
  /** How long the server may be silent. */
  timeoutMs = 30_000

  protected override async doRequest(request: HttpRequestConfig): Promise<HttpResponse> {
    const { protocol } = new URL(request.url, location.href)
    if (!/^https?:$/.test(protocol)) {
      throw new UnsupportedProtocolError(`Unsupported protocol ${protocol}`, request.url)
    }
    const late = new AbortController()
    const patience = this.patienceFor(late)
    try {
      return await super.doRequest({
        ...request,
        signal: request.signal ? AbortSignal.any([request.signal, late.signal]) : late.signal,
        onUploadProgress: (progress) => {
          patience.renew()
          request.onUploadProgress?.(progress)
        },
      })
    } catch (error) {
      throw this.named(error, request, late.signal.aborted)
    } finally {
      patience.end()
    }
  }

  /** A large upload over a slow line is not silence. */
  private patienceFor(late: AbortController) {
    const begin = () => setTimeout(() => late.abort(), this.timeoutMs)
    let timer = begin()
    const end = () => clearTimeout(timer)
    const renew = () => {
      end()
      timer = begin()
    }
    return { renew, end }
  }

  private named(error: unknown, { url }: HttpRequestConfig, wasLate: boolean): unknown {
    if (wasLate) return new TimeoutError(`No answer within ${this.timeoutMs} ms`, url)
    if (error instanceof HttpCancelledError) return new AbortedError('Request aborted', url)
    if (error instanceof HttpNetworkError) return new NetworkError('Network error', url, error)
    return error
  }
}

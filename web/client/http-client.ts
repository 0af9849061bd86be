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

/** Adds a timeout, and distinct errors for requests without a response. */
export class HttpClient extends XhrHttpClient {
  /** Maximum time without a response or upload progress. */
  timeoutMs = 30_000

  protected override async doRequest(request: HttpRequestConfig): Promise<HttpResponse> {
    const { protocol } = new URL(request.url, location.href)
    if (!/^https?:$/.test(protocol)) {
      throw new UnsupportedProtocolError(`Unsupported protocol ${protocol}`, request.url)
    }
    const timeoutController = new AbortController()
    const timeout = this.startTimeout(timeoutController)
    try {
      return await super.doRequest({
        ...request,
        signal: request.signal
          ? AbortSignal.any([request.signal, timeoutController.signal])
          : timeoutController.signal,
        onUploadProgress: (progress) => {
          timeout.restart()
          request.onUploadProgress?.(progress)
        },
      })
    } catch (error) {
      throw this.toNamedError(error, request, timeoutController.signal.aborted)
    } finally {
      timeout.clear()
    }
  }

  /** Upload progress restarts the timeout, for large uploads over slow connections. */
  private startTimeout(timeoutController: AbortController) {
    const startTimer = () => setTimeout(() => timeoutController.abort(), this.timeoutMs)
    let timer = startTimer()
    const clear = () => clearTimeout(timer)
    const restart = () => {
      clear()
      timer = startTimer()
    }
    return { restart, clear }
  }

  private toNamedError(error: unknown, { url }: HttpRequestConfig, timedOut: boolean): unknown {
    if (timedOut) return new TimeoutError(`No response within ${this.timeoutMs} ms`, url)
    if (error instanceof HttpCancelledError) return new AbortedError('Request aborted', url)
    if (error instanceof HttpNetworkError) return new NetworkError('Network error', url, error)
    return error
  }
}

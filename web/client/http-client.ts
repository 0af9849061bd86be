import { assertQueryLimits } from '@foyer/named-routes'
import {
  HttpCancelledError,
  HttpNetworkError,
  HttpResponseError,
  XhrHttpClient,
  type HttpRequestConfig,
  type HttpResponse,
  type VisitOptions,
} from '@inertiajs/core'

import { documentAccount } from './document-account.ts'

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

const unsupportedUrlHeader = 'X-Unsupported-Url'

/** Keeps the URL of a visit that has no host, such as `mailto:`, of which the router would request the path. */
export function keepUnsupportedUrl(href: string, { headers }: VisitOptions): VisitOptions {
  return hasWebProtocol(href) ? {} : { headers: { ...headers, [unsupportedUrlHeader]: href } }
}

function hasWebProtocol(href: string): boolean {
  return /^https?:/.test(new URL(href, location.href).href)
}

/** Adds a timeout, and distinct errors for requests without a response. */
export class HttpClient extends XhrHttpClient {
  /** Maximum time without a response or upload progress. */
  timeoutMs = 30_000

  protected override async doRequest(request: HttpRequestConfig): Promise<HttpResponse> {
    this.assertValidUrl(request)
    const timeoutController = new AbortController()
    const timeout = this.startTimeout(timeoutController)
    try {
      return await super.doRequest({
        ...request,
        // Refused when another tab has switched to another account.
        headers: { ...request.headers, ...(documentAccount && { 'X-Account': documentAccount }) },
        signal: request.signal
          ? AbortSignal.any([request.signal, timeoutController.signal])
          : timeoutController.signal,
        onUploadProgress: (progress) => {
          timeout.restart()
          request.onUploadProgress?.(progress)
        },
      })
    } catch (error) {
      if (error instanceof HttpResponseError) followPlainLocation(error.response)
      throw this.toNamedError(error, request, timeoutController.signal.aborted)
    } finally {
      timeout.clear()
    }
  }

  private assertValidUrl({ url, headers }: HttpRequestConfig): void {
    const { protocol, search, href } = new URL(
      String(headers?.[unsupportedUrlHeader] ?? url),
      location.href,
    )
    if (!hasWebProtocol(href))
      throw new UnsupportedProtocolError(`Unsupported protocol ${protocol}`, href)
    assertQueryLimits(search)
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

/** The router follows only its own header. */
function followPlainLocation({ status, headers }: HttpResponse): void {
  const { location: target } = headers
  const isFollowed = 'x-inertia-location' in headers || 'x-inertia-redirect' in headers
  if (status === 409 && target && !isFollowed) headers['x-inertia-location'] = target
}

import type { Errors, VisitOptions } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { useEffect, useState } from 'react'

const savedMs = 2000

/**
 * Sends something as a page visit that leaves the person where they are, and says how far that is. The client's own
 * `useForm` also holds the fields, which ours do themselves: 3 kB of every first page.
 *
 * @param wasTaken  it was sent before script came, and taken
 */
export function useSubmission(wasTaken = false) {
  const [processing, process] = useState(false)
  const [percentage, advance] = useState(0)
  const [errors, refuse] = useState<Errors>({})
  const [recentlySuccessful, succeed] = useState(wasTaken)

  useEffect(() => {
    if (!recentlySuccessful) return
    const rest = setTimeout(() => succeed(false), savedMs)
    return () => clearTimeout(rest)
  }, [recentlySuccessful])

  function submit(url: string, { onError, onSuccess, ...options }: VisitOptions) {
    succeed(false)
    advance(0)
    router.visit(url, {
      preserveState: true,
      preserveScroll: true,
      ...options,
      onStart: () => process(true),
      onProgress: (progress) => advance(progress?.percentage ?? 0),
      onError(found) {
        refuse(found)
        return onError?.(found)
      },
      onSuccess(page) {
        refuse({})
        succeed(true)
        return onSuccess?.(page)
      },
      onFinish: () => process(false),
    })
  }

  return { processing, percentage, errors, recentlySuccessful, submit, refuse }
}

/** Numbers of the specification; NProgress 0.2.0 had the same. */
const minimum = 0.08
const maximum = 0.994
const speedMs = 200
const trickle = 0.02
const trickleMs = 800

/** A thin bar at the top that creeps while something is under way. */
export function progressBar(label: string) {
  let status: number | null = null
  let bar: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout>

  function start(): void {
    if (status !== null) return
    set(0)
    creep()
  }

  function creep(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      advance(Math.random() * trickle)
      creep()
    }, trickleMs)
  }

  function advance(by: number): void {
    if (status !== null) set(Math.min(status + by, maximum))
  }

  function set(to: number): void {
    status = Math.min(Math.max(to, minimum), 1)
    bar ??= draw(label)
    const [line] = bar.children
    if (line instanceof HTMLElement) line.style.transform = `scaleX(${status})`
  }

  function done(): void {
    if (status === null) return
    set(1)
    const finished = bar
    forget()
    setTimeout(() => finished?.classList.add('progress-done'), speedMs)
    setTimeout(() => finished?.remove(), 2 * speedMs)
  }

  function remove(): void {
    bar?.remove()
    forget()
  }

  function forget(): void {
    clearTimeout(timer)
    status = null
    bar = null
  }

  return { start, set, done, remove, reset: () => set(0), status: () => status }
}

export type ProgressBar = ReturnType<typeof progressBar>

function draw(label: string): HTMLElement {
  document.querySelector('.progress')?.remove()
  const bar = document.createElement('div')
  bar.className = 'progress'
  bar.role = 'progressbar'
  bar.ariaLabel = label
  // Above open dialogs too, where the browser has a layer for that.
  bar.popover = 'manual'
  bar.append(document.createElement('div'))
  document.body.append(bar)
  bar.showPopover?.()
  // Without a first layout at nothing the bar would not grow, it would be there.
  void bar.offsetWidth
  return bar
}

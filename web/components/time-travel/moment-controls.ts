import type { Direction, LoadedEvents, Position } from './loaded-events.ts'

/** The moment on screen: where a drag is, else the selected one. */
export interface DisplayedMoment extends Position {
  isNow: boolean
  /** A drag is active, so nothing is announced. */
  isDragging: boolean
}

/** The state and the actions of the controls of the moment. */
export interface MomentControls {
  shown: DisplayedMoment
  loadedEvents: LoadedEvents
  /** Loads the events around the moment, before a drag or step needs them. */
  loadEvents: () => void
  /** Previews a moment during a drag. */
  dragTo: (at: number) => void
  /** Selects a moment and puts it into the URL. Null is now. */
  goTo: (at: number | null) => void
  /** Moves by one event or day; selects the moment shortly after the last step. */
  step: (direction: Direction) => void
}

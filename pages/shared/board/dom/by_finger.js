// Whether a person points with a finger first of all: texts then name its gestures.
export const byFinger = () => matchMedia("(pointer: coarse)").matches;

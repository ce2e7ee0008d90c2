// The browser's own synthesiser: an oscillator with an envelope for each note. Nothing of it exists before `open()`.

const LOUDEST = 0.3; // of full scale, for one note
const ATTACK = 0.012; // s
const RELEASE = 0.06; // s
const SUSTAIN = 0.45; // what a note falls to until its release
const FADE = 0.015; // s, time constant: short, and no click
const FADED = 200; // ms, until nothing is left of what fades
const PATIENCE = 1000; // ms, for a device to start
const DRAWN = [0, 1, 0.14, 0.06, 0.02]; // harmonics, from the one of frequency 0: nearly a sinusoid
const MODEL = [0, 1, 0, 0.5, 0, 0.3, 0, 0.15]; // odd ones alone, as of a clarinet

export class Synthesiser {
  constructor(volume) {
    Object.assign(this, { volume, context: null, runs: false, spectra: new Map() });
  }

  // In a click: a browser keeps silent what no gesture has opened. Without a device the time goes on, in silence.
  async open() {
    clearTimeout(this.resting);
    if (!this.context && window.AudioContext) this.make();
    await Promise.race([this.context?.resume(), new Promise((done) => setTimeout(done, this.context ? PATIENCE : 0))]);
    this.runs = this.context?.state === "running";
    if (!this.runs) return;
    this.bus = this.context.createGain();
    this.bus.connect(this.master);
  }

  make() {
    this.context = new AudioContext();
    this.master = this.context.createGain();
    this.master.gain.value = loudness(this.volume);
    this.master.connect(this.context.destination);
  }

  // In seconds: of what is scheduled, and of what has left the device.
  get now() {
    return this.runs ? this.context.currentTime : performance.now() / 1000;
  }

  get audible() {
    return this.now - ((this.runs && this.context.outputLatency) || 0);
  }

  // 0 is silent. A note that sounds follows.
  setVolume(volume) {
    this.volume = volume;
    this.master?.gain.setTargetAtTime(loudness(volume), this.context.currentTime, FADE);
  }

  // A note at a time, or at once where that has passed.
  play({ hertz, length, voice }, at) {
    if (!this.runs) return;
    const start = Math.max(at, this.now);
    const falls = Math.max(start + ATTACK, start + length - RELEASE);
    const oscillator = this.context.createOscillator();
    oscillator.setPeriodicWave(this.spectrum(voice.model ? MODEL : DRAWN));
    oscillator.frequency.value = hertz;
    const envelope = this.context.createGain();
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(1, start + ATTACK);
    envelope.gain.exponentialRampToValueAtTime(SUSTAIN, falls);
    envelope.gain.linearRampToValueAtTime(0, falls + RELEASE);
    oscillator.connect(envelope).connect(this.bus);
    oscillator.onended = () => envelope.disconnect();
    oscillator.start(start);
    oscillator.stop(falls + RELEASE);
  }

  spectrum(harmonics) {
    const { context, spectra } = this;
    if (!spectra.has(harmonics)) spectra.set(harmonics, context.createPeriodicWave(harmonics.map(() => 0), harmonics));
    return spectra.get(harmonics);
  }

  // What sounds fades, what is scheduled stays silent, and the device rests.
  silence() {
    const { bus, context } = this;
    this.bus = null;
    if (!bus) return;
    bus.gain.setTargetAtTime(0, context.currentTime, FADE);
    setTimeout(() => bus.disconnect(), FADED);
    this.resting = setTimeout(() => context.suspend(), FADED);
  }

  destroy() {
    this.silence();
    clearTimeout(this.resting);
    const { context } = this;
    if (context) setTimeout(() => context.close(), FADED);
  }
}

// Twice the volume is about twice as loud: loudness follows the square root of the amplitude.
const loudness = (volume) => LOUDEST * volume * volume;

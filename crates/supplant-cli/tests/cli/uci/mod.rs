mod broken;
mod ends;
mod engine;
mod kept;
mod plays;
mod undisturbed;

"""What a finished or growing run tells: its records, samples, spectra, histories."""

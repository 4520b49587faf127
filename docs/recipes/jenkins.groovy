pipeline {
  agent any
  stages {
    stage('warplint') {
      steps {
        sh 'cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON'
        // The gate below decides, so that findings do not end the stage; it counts all.
        sh 'warplint -p build --tier=correctness --baseline=warplint-baseline.json > warplint.log || test $? -eq 1'
      }
    }
  }
  post {
    always {
      recordIssues tool: clang(pattern: 'warplint.log'),
                   qualityGates: [[threshold: 1, type: 'TOTAL', criticality: 'FAILURE']]
    }
  }
}
